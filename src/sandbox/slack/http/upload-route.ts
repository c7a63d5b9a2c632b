import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody } from '../web/read-body.ts'
import type { World } from '../workspace/world.ts'
import { replyText } from './reply.ts'

/** `/upload/v1/<ticket>`: takes the bytes of an announced file, raw or as one part of a form. */
export async function serveUpload(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const upload = world.files.upload(request.url ?? '')
  const body = await readBody(request)
  if (!upload) {
    replyText(response, 404, 'unknown upload url')
    return
  }
  const bytes = fileIn(body, request.headers['content-type'] ?? '')
  if (bytes.length !== upload.length) {
    replyText(response, 400, `expected ${upload.length} bytes, got ${bytes.length}`)
    return
  }
  world.files.receive(upload, bytes)
  replyText(response, 200, `OK - ${bytes.length}`)
}

/** The whole body, or the first file in it when it is a form. */
function fileIn(body: Buffer, contentType: string): Uint8Array {
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)"?/i.exec(contentType)?.[1]
  if (boundary === undefined) return body
  const name = body.indexOf('filename=')
  const start = body.indexOf('\r\n\r\n', name)
  const end = body.indexOf(`\r\n--${boundary}`, start)
  return name < 0 || start < 0 || end < 0 ? Buffer.alloc(0) : body.subarray(start + 4, end)
}
