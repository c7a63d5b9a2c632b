/** Why a server's answer cannot be used. */
export type AnswerFailure = 'timeout' | 'unreachable' | 'bad_answer' | `http_${number}`

/** What a server answered, or why that cannot be used. */
export type Answered<Value> =
  | { readonly status: 'ok'; readonly value: Value }
  | {
      readonly status: 'failed'
      readonly reason: AnswerFailure
      /** One line for a person, without secrets. */
      readonly detail?: string
    }
