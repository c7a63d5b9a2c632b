/** Ends of the paths under which inference is asked for, of OpenAI's API and of what vLLM has beside it. */
const ENDS = [
  'chat/completions',
  'completions',
  'responses',
  'messages',
  'embeddings',
  'rerank',
  'score',
  'classify',
  'pooling',
  'generate',
  'generate_stream',
  'infer',
  'invocations',
  'audio/transcriptions',
  'audio/translations',
  'audio/speech',
  'images/generations',
] as const

/**
 * The path of a request that asks for inference, whatever a gateway puts before it and whatever query follows: health
 * checks, scrapes and lists of models are no load. For RE2, Lucene and JavaScript alike, to be anchored at both ends.
 */
export const INFERENCE_PATH = `/(.*/)?(${ENDS.join('|')})/?([?].*)?`
