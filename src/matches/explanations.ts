import type { ExplanationAnswer, PlayerRef } from '../protocol/index.ts'
import { shownState } from '../record/index.ts'
import { explain } from '../rules/index.ts'
import { ownViewer } from './access.ts'
import type { Replica } from './replica/replica.ts'
import type { Replicas } from './replica/replicas.ts'
import type { Views } from './views.ts'

/** What the positions of live matches mean. It is computed on request, so that updates do not grow by it. */
export class Explanations {
  readonly #replicas: Replicas
  readonly #views: Pick<Views, 'admit'>

  constructor(replicas: Replicas, views: Pick<Views, 'admit'>) {
    this.#replicas = replicas
    this.#views = views
  }

  /**
   * The explanation of the present position for a player; without a seat they are a spectator, and so is `null`.
   * @param code of a private match, for spectators.
   * @throws CodedError `unknown-match`, `other-rules`, `code-needed`, `sealed`, `unavailable`.
   */
  async explain(player: PlayerRef | null, match: string, code?: string): Promise<ExplanationAnswer> {
    return this.#replicas.use(match, (replica) => {
      this.#views.admit(replica.fold, player, code)
      return explanationOf(replica, player)
    })
  }
}

function explanationOf(replica: Replica, player: PlayerRef | null): ExplanationAnswer {
  const { fold, match, version } = replica
  const you = ownViewer(fold, player)
  const state = shownState(fold)
  if (!state) return { match, version, you }
  return { match, version, you, explanation: explain(state, you) }
}
