import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'libsql'
import { Kysely, SqliteDialect } from 'kysely'
import { WhyslowError, messageOf } from '../lib/errors.ts'
import { MIGRATIONS } from './migrations.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>

/**
 * Opens the SQLite file, made when it is missing, and brings its schema up to date. Each commit is on the disk when it
 * returns (write-ahead log with `synchronous=FULL`), so that a notification answered with 200 outlives a power cut.
 *
 * @throws WhyslowError `store_unusable` naming the file
 */
export function openDatabase(file: string): Db {
  try {
    mkdirSync(dirname(file), { recursive: true })
    const database = new Database(file)
    database.exec('pragma busy_timeout = 5000')
    database.exec('pragma journal_mode = wal')
    database.exec('pragma synchronous = full')
    database.exec('pragma foreign_keys = on')
    migrate(database)
    return new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  } catch (error) {
    if (error instanceof WhyslowError) throw error
    throw new WhyslowError('store_unusable', `store ${file}: ${messageOf(error)}`, { cause: error })
  }
}

function migrate(database: Database.Database): void {
  const version = versionOf(database)
  if (version > MIGRATIONS.length) {
    throw new WhyslowError(
      'store_too_new',
      `store ${database.name}: written by a newer whyslow (schema ${version}, this one knows ${MIGRATIONS.length}); run that version or name another file`,
    )
  }
  for (const [index, steps] of MIGRATIONS.entries()) {
    if (index < version) continue
    database.exec(['begin immediate', ...steps, `pragma user_version = ${index + 1}`, 'commit'].join(';\n'))
  }
}

function versionOf(database: Database.Database): number {
  const row = database.prepare('pragma user_version').get()
  const version: unknown = typeof row === 'object' && row !== null && 'user_version' in row ? row.user_version : 0
  return typeof version === 'number' ? version : 0
}
