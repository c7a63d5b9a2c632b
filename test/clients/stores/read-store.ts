import { onTestFinished } from 'vitest'
import type { ClientSource } from '../../../src/clients/client-source.ts'
import type { ClientReading, PresentClients } from '../../../src/domain/clients.ts'
import type { FakePrometheus, FakeReply, FakeRequest } from '../../evidence/fake-prometheus.ts'
import { startFakePrometheus } from '../../evidence/fake-prometheus.ts'
import { aClientsRequest } from '../../support/gateway-log.ts'

export type Reply = (request: FakeRequest) => FakeReply

export interface ReadStore {
  readonly reading: ClientReading
  readonly requests: FakePrometheus['requests']
}

/** What a store is read as that answers so, and what it was asked. */
export async function readStore(reply: Reply, open: (url: string) => ClientSource, top = 5): Promise<ReadStore> {
  const server = await startFakePrometheus(reply)
  onTestFinished(() => server.stop())
  const source = open(server.url)
  onTestFinished(() => source.close())
  const [reading] = await source.read(aClientsRequest({ top }))
  if (reading === undefined) throw new Error('no reading')
  return { reading, requests: server.requests }
}

export function present(reading: ClientReading): PresentClients {
  if (reading.status === 'absent') throw new Error(`${reading.reason}: ${reading.detail}`)
  return reading
}
