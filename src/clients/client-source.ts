import type { ClientReading, ClientsRequest } from '../domain/clients.ts'

/** Something that can say who sent the load. */
export interface ClientSource {
  readonly name: string
  /** Never rejects: what failed is an absent reading with its reason. A source may hold several readings, by identity. */
  read(request: ClientsRequest): Promise<readonly ClientReading[]>
  /** Begins to watch what keeps no times of its own; a single look does without. */
  start?(): void
  close(): Promise<void>
}
