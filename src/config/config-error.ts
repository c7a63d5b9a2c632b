/** A mistake in the settings: one line that names the file, the place and the mend. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly code = 'config_invalid'
  readonly retryable = false
}
