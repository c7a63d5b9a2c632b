/** Does what has a name once, and gives whoever asks again the same outcome, for the newest `limit` names. */
export function createOnce<Outcome>(limit = 200): (name: string, work: () => Promise<Outcome>) => Promise<Outcome> {
  const outcomes = new Map<string, Promise<Outcome>>()
  return (name, work) => {
    const known = outcomes.get(name)
    if (known !== undefined) return known
    const outcome = work()
    outcomes.set(name, outcome)
    const [oldest] = outcomes.keys()
    if (outcomes.size > limit && oldest !== undefined) outcomes.delete(oldest)
    return outcome
  }
}
