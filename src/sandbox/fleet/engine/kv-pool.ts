import type { EngineRequest } from './request.ts'
import type { EngineSpec } from './spec.ts'

/** A prompt prefix that many requests share; its blocks count once however many hold them. */
interface PrefixGroup {
  blocks: number
  /** Requests that use them; one that computed the same prefix beside them holds its own copy. */
  holders: number
  /** State of the pool when the last holder left: the blocks stay findable until the free list has gone round. */
  allocatedThen: number
  freeThen: number
}

/** The paged KV cache. As in V1 only blocks of live requests count as used; cached free blocks do not. */
export interface KvPool {
  readonly blockSize: number
  readonly total: number
  readonly caching: boolean
  used: number
  /** Blocks ever taken from the free list: the clock by which cached blocks age. */
  allocated: number
  readonly groups: Map<number, PrefixGroup>
}

export function createKvPool(spec: EngineSpec): KvPool {
  return {
    blockSize: spec.blockSize,
    total: spec.numGpuBlocks,
    caching: spec.enablePrefixCaching,
    used: 0,
    allocated: 0,
    groups: new Map(),
  }
}

export function freeBlocks(pool: KvPool): number {
  return pool.total - pool.used
}

export function blocksFor(pool: KvPool, tokens: number): number {
  return Math.ceil(tokens / pool.blockSize)
}

/** What the cache holds of this request's prefix, and what using it would take from the free blocks. */
export interface PrefixHit {
  readonly blocks: number
  readonly revives: number
}

const MISS: PrefixHit = { blocks: 0, revives: 0 }

export function findPrefix(pool: KvPool, request: EngineRequest): PrefixHit {
  if (!pool.caching) return MISS
  const group = pool.groups.get(request.shape.prefixGroup)
  if (group === undefined || group.blocks === 0) return MISS
  if (group.holders === 0 && pool.allocated - group.allocatedThen >= group.freeThen) {
    group.blocks = 0
    return MISS
  }
  const blocks = Math.min(group.blocks, shareableBlocks(pool, request))
  return { blocks, revives: group.holders === 0 ? blocks : 0 }
}

/** Whole blocks only, and never the whole prompt: its last token has to be computed to sample from. */
function shareableBlocks(pool: KvPool, request: EngineRequest): number {
  const tokens = Math.min(request.shape.prefixTokens, request.shape.promptTokens - 1)
  return Math.floor(tokens / pool.blockSize)
}

/** Pins the shared prefix for this request; the hit must have been looked up in the same step. */
export function takePrefix(pool: KvPool, request: EngineRequest, hit: PrefixHit): void {
  if (!pool.caching || shareableBlocks(pool, request) === 0) return
  const id = request.shape.prefixGroup
  const group = pool.groups.get(id) ?? { blocks: 0, holders: 0, allocatedThen: 0, freeThen: 0 }
  pool.groups.set(id, group)
  if (hit.blocks > 0) {
    // Of a prefix that nobody held, what is not used now stays free, and its place in the free list is not known.
    if (group.holders === 0) group.blocks = hit.blocks
    group.holders += 1
    pool.used += hit.revives
  }
  request.holdsPrefix = true
  request.sharedBlocks = hit.blocks
}

/** Gives the freshly computed prefix blocks to the group, so that later requests find them. */
export function sharePrefix(pool: KvPool, request: EngineRequest): void {
  const group = request.holdsPrefix ? pool.groups.get(request.shape.prefixGroup) : undefined
  if (group === undefined) return
  if (group.holders === 0) group.blocks = 0
  const gained = shareableBlocks(pool, request) - group.blocks
  if (gained <= 0 || request.sharedBlocks < group.blocks || request.ownBlocks < gained) return
  if (request.sharedBlocks === 0) group.holders += 1
  group.blocks += gained
  request.ownBlocks -= gained
  request.sharedBlocks += gained
}

/** Takes the blocks that `tokens` need beyond those the request has; false (and nothing taken) if there are too few. */
export function growTo(pool: KvPool, request: EngineRequest, tokens: number): boolean {
  const needed = blocksFor(pool, tokens) - request.ownBlocks - request.sharedBlocks
  if (needed <= 0) return true
  if (needed > freeBlocks(pool)) return false
  pool.used += needed
  pool.allocated += needed
  request.ownBlocks += needed
  return true
}

/** Returns everything the request holds. */
export function releaseBlocks(pool: KvPool, request: EngineRequest): void {
  const isHolder = request.sharedBlocks > 0
  pool.used -= request.ownBlocks
  request.ownBlocks = 0
  request.sharedBlocks = 0
  const group = request.holdsPrefix ? pool.groups.get(request.shape.prefixGroup) : undefined
  request.holdsPrefix = false
  if (group === undefined || !isHolder) return
  group.holders -= 1
  if (group.holders > 0) return
  pool.used -= group.blocks
  group.allocatedThen = pool.allocated
  group.freeThen = freeBlocks(pool)
}
