import type { EngineBuckets } from '../engine/buckets.ts'

const SHORT_FIRST_TOKEN = [0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
const SHORT_TOKEN = [0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2.5]
const SHORT_REQUEST = [0.3, 0.5, 0.8, 1, 1.5, 2, 2.5, 5, 10, 15, 20, 30, 40, 50, 60]

/** V0 counts tokens per step in the sizes of its CUDA graphs: 1, 2, 4, then every 8 up to 512. */
const CAPTURE_SIZES = [1, 2, 4, ...Array.from({ length: 64 }, (_, index) => 8 * (index + 1))]

/** V0 before 0.6.4. */
export const FIRST_BUCKETS: EngineBuckets = {
  timeToFirstToken: SHORT_FIRST_TOKEN,
  tokenTime: SHORT_TOKEN,
  requestTime: [1, 2.5, 5, 10, 15, 20, 30, 40, 50, 60],
  iterationTokens: CAPTURE_SIZES,
}

/** Releases up to 0.8.3. */
export const EARLY_BUCKETS: EngineBuckets = {
  timeToFirstToken: SHORT_FIRST_TOKEN,
  tokenTime: SHORT_TOKEN,
  requestTime: SHORT_REQUEST,
  iterationTokens: CAPTURE_SIZES,
}

/** V1 in 0.7.3. */
export const ALPHA_BUCKETS: EngineBuckets = {
  ...EARLY_BUCKETS,
  iterationTokens: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
}

/** Releases from 0.8.5 on. */
export const WIDE_BUCKETS: EngineBuckets = {
  timeToFirstToken: [...SHORT_FIRST_TOKEN, 20, 40, 80, 160, 640, 2560],
  tokenTime: [...SHORT_TOKEN, 5, 7.5, 10, 20, 40, 80],
  requestTime: [...SHORT_REQUEST, 120, 240, 480, 960, 1920, 7680],
  iterationTokens: [1, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384],
}
