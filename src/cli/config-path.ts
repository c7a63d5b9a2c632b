import { existsSync } from 'node:fs'

/** Read where no configuration is named. */
const DEFAULT_FILE = 'whyslow.yml'

/** The configuration named, else the one in the working directory; undefined without either. */
export function configPath(stated: string | undefined): string | undefined {
  return stated ?? (existsSync(DEFAULT_FILE) ? DEFAULT_FILE : undefined)
}
