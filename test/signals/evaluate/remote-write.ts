import type { Series } from '../../../src/domain/series.ts'

/** Prometheus' mark for "this series ended" (model/value/value.go): a NaN of this bit pattern. */
const STALE_BITS = 0x7ff0_0000_0000_0002n

/** Writes series, stale markers among them, into a Prometheus started with `--web.enable-remote-write-receiver`. */
export async function remoteWrite(baseUrl: string, all: readonly Series[]): Promise<void> {
  const request = Buffer.concat(all.map((series) => field(1, encodeSeries(series))))
  const response = await fetch(`${baseUrl}/api/v1/write`, {
    method: 'POST',
    headers: { 'content-encoding': 'snappy', 'content-type': 'application/x-protobuf' },
    body: snappy(request),
  })
  if (!response.ok) throw new Error(`remote write: ${response.status} ${await response.text()}`)
}

/** prompb.TimeSeries: labels in order of name, samples in order of time. */
function encodeSeries({ name, labels, samples, staleAt }: Series): Buffer {
  const pairs = Object.entries({ ...labels, __name__: name }).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const values = [
    ...samples.map(({ at, value }) => ({ at, bytes: double(value) })),
    ...staleAt.map((at) => ({ at, bytes: staleMarker() })),
  ].toSorted((one, other) => one.at - other.at)
  return Buffer.concat([
    ...pairs.map(([label, value]) =>
      field(1, Buffer.concat([field(1, Buffer.from(label)), field(2, Buffer.from(value))])),
    ),
    ...values.map(({ at, bytes }) =>
      field(2, Buffer.concat([Buffer.of(0x09), bytes, Buffer.of(0x10), varint(Math.round(at * 1000))])),
    ),
  ])
}

function double(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return bytes
}

function staleMarker(): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(STALE_BITS)
  return bytes
}

function field(tag: number, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.of(tag * 8 + 2), varint(bytes.length), bytes])
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest > 127) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  return Buffer.from([...bytes, rest])
}

/** Snappy's block format with literals only: valid, if not small. */
function snappy(bytes: Buffer): Buffer {
  const chunks = [varint(bytes.length)]
  for (let from = 0; from < bytes.length; from += 65_536) {
    const chunk = bytes.subarray(from, from + 65_536)
    const length = chunk.length - 1
    chunks.push(Buffer.of(61 * 4, length % 256, Math.floor(length / 256)), chunk)
  }
  return Buffer.concat(chunks)
}
