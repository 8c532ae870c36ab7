import { catalogue, GAME_KINDS, legalActions, matchOptions, redact, RULES_VERSION, score, view } from '../index.ts'
import type { Fields } from './fields.ts'
import type { Games } from './games.ts'
import { Game } from './games.ts'
import { MOST_LINE_LENGTH } from './lines.ts'

/** What a command is given. */
interface Context {
  games: Games
  newSeed: () => string
  fields: Fields
}

interface Command {
  /** The names of its fields, in addition to `id` and `command`. */
  fields: readonly string[]
  /** @throws Refusal or RuleViolation if it is refused; then it has changed nothing. */
  run: (context: Context) => object
}

const numberOf = ({ fields }: Context): number => fields.whole('game', 1, Number.MAX_SAFE_INTEGER)
const gameOf = (context: Context): Game => context.games.get(numberOf(context))

/** Where a game stands, which everybody may know. */
function standing(context: Context, number = numberOf(context)): object {
  const { state, played } = context.games.get(number)
  return { game: number, played, toAct: state.toAct, decision: state.stack.at(-1)?.kind ?? null, result: state.result }
}

/** Every command, by its name. README.md has what each is given and answers. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  about: {
    fields: [],
    run: ({ games }) => ({
      rules: RULES_VERSION,
      kinds: Object.keys(GAME_KINDS),
      mostGames: games.most,
      mostLineLength: MOST_LINE_LENGTH,
    }),
  },
  new: {
    fields: ['kind', 'seed', 'options', 'actions'],
    run: (context) => {
      const { games, fields, newSeed } = context
      const options = matchOptions(fields.kind(), fields.options())
      const seed = fields.has('seed') ? fields.text('seed') : newSeed()
      const actions = fields.has('actions') ? fields.actions() : []
      return {
        ...standing(
          context,
          games.add(() => Game.begin(options, seed, actions)),
        ),
        seed,
      }
    },
  },
  legal: {
    fields: ['game'],
    run: (context) => {
      const { state, choices } = gameOf(context)
      const { prices } = choices.view
      return { ...standing(context), legal: legalActions(state, choices), ...(prices && { prices }) }
    },
  },
  act: {
    fields: ['game', 'action', 'viewer'],
    run: (context) => {
      const { fields } = context
      const game = gameOf(context)
      const viewer = fields.has('viewer') ? fields.viewer() : 'spectator'
      const events = game.act(fields.action()).flatMap((event) => redact(event, viewer) ?? [])
      return { ...standing(context), events }
    },
  },
  undo: {
    fields: ['game', 'count'],
    run: (context) => {
      const { fields } = context
      const game = gameOf(context)
      game.undo(fields.has('count') ? fields.whole('count', 1, Number.MAX_SAFE_INTEGER) : 1)
      return standing(context)
    },
  },
  copy: {
    fields: ['game'],
    run: (context) => {
      const game = gameOf(context)
      return standing(
        context,
        context.games.add(() => game.copy()),
      )
    },
  },
  view: {
    fields: ['game', 'viewer'],
    run: (context) => ({ ...standing(context), view: view(gameOf(context).state, context.fields.viewer()) }),
  },
  score: {
    fields: ['game'],
    run: (context) => ({ ...standing(context), scores: score(gameOf(context).state) }),
  },
  end: {
    fields: ['game'],
    run: (context) => {
      const game = numberOf(context)
      context.games.end(game)
      return { game }
    },
  },
  catalogue: {
    fields: ['kind'],
    run: ({ fields }) => ({ catalogue: catalogue(matchOptions(fields.kind())) }),
  },
}
