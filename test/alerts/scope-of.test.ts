import { expect, it } from 'vitest'
import { scopeOf } from '../../src/alerts/scope-of.ts'
import { anAlert } from './an-alert.ts'

const prod = { name: 'prod', match: { cluster: 'prod' } }
const lab = { name: 'lab', match: { cluster: 'lab-1', env: 'test' } }

it.each([
  ['the only cluster takes all', { cluster: 'elsewhere' }, [prod], 'prod'],
  ['of several the one that matches', { cluster: 'lab-1', env: 'test' }, [prod, lab], 'lab'],
  ['all labels have to match', { cluster: 'lab-1', env: 'prod' }, [prod, lab], 'lab-1'],
  ['one that nobody claims keeps its name', { cluster: 'other' }, [prod, lab], 'other'],
  ['one without a name is unknown', {}, [prod, lab], 'unknown'],
])('%s', (_name, labels, clusters, cluster) => {
  expect(scopeOf(anAlert({ labels }), clusters).cluster).toBe(cluster)
})

it.each([
  ['model_name', { model_name: 'qwen', model: 'x' }, 'qwen'],
  ['model where there is no other', { model_name: '', model: 'x' }, 'x'],
  ['nothing', { model_name: '' }, undefined],
])('takes the model from %s', (_name, labels, modelName) => {
  expect(scopeOf(anAlert({ labels }), [prod]).modelName).toBe(modelName)
})
