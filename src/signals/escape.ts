const CLASSIC_METRIC_NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/
const CLASSIC_LABEL_NAME = /^[a-zA-Z_][a-zA-Z0-9_]*$/
/** Words that PromQL's scanner may take for something else than a metric's name. */
const KEYWORD =
  /^(?:inf|nan|and|or|unless|atan2|by|without|on|ignoring|group_left|group_right|bool|offset|start|end|sum|avg|count|min|max|group|stddev|stdvar|topk|bottomk|count_values|quantile|limitk|limit_ratio)$/i

/** A PromQL string literal in double quotes. */
export function quote(text: string): string {
  const escaped = text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\r', String.raw`\r`)
  return `"${escaped}"`
}

/** A regex of RE2 that matches this text and nothing else. */
export function escapeRegex(text: string): string {
  return text.replaceAll(/[\\.+*?()|[\]{}^$]/g, String.raw`\$&`)
}

/** Whether a metric's name may stand before the braces; an OpenTelemetry name with dots may not. */
export function isBareMetricName(name: string): boolean {
  return CLASSIC_METRIC_NAME.test(name) && !KEYWORD.test(name)
}

/** A label's name as PromQL has it; one that only Prometheus 3 allows is quoted. */
export function labelName(name: string): string {
  return CLASSIC_LABEL_NAME.test(name) ? name : quote(name)
}
