import fc from 'fast-check'

// A change is judged on the same inputs on every machine; `FC_SEED=<a number>` looks at others.
fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 20_260_101) })
