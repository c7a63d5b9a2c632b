import type { SlackMessage } from '../domain/post.ts'
import { type Command, HELP } from '../slack/command.ts'
import { renderLine } from '../slack/render-answer.ts'
import type { Asker, Desk } from './commands/desk.ts'
import { clients } from './commands/clients.ts'
import { doctor } from './commands/doctor.ts'
import { latency } from './commands/latency.ts'
import { silence } from './commands/silence.ts'
import { skew } from './commands/skew.ts'
import { status } from './commands/status.ts'
import { tree } from './commands/tree.ts'
import { whySlow } from './commands/why-slow.ts'

/** Answers what a person asked. Rejects with a WhyslowError where a line can say why there is no answer. */
export async function answer(command: Command, asker: Asker, desk: Desk): Promise<SlackMessage> {
  switch (command.kind) {
    case 'help':
      return renderLine(HELP.map(asker.speak).join('\n'))
    case 'mistake':
      return renderLine(asker.speak(command.problem))
    case 'why-slow':
      return whySlow(command, asker, desk)
    case 'latency':
      return latency(command, asker, desk)
    case 'skew':
      return skew(command, asker, desk)
    case 'clients':
      return clients(command, asker, desk)
    case 'status':
      return status(asker, desk)
    case 'tree':
      return tree(asker, desk)
    case 'silence':
      return silence(command.length, asker, desk)
    case 'doctor':
      return doctor(command.subject, asker, desk)
    default:
      return command satisfies never
  }
}
