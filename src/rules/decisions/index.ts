/** How each kind of step is resolved. A new kind is a line here, a row type in ../catalogue/steps.ts and its effect. */
import type { ActionInput, Offer } from '../actions.ts'
import type { Prices } from '../price/prices.ts'
import type { MatchState, StepKind } from '../state.ts'
import * as buildings from './buildings.ts'
import * as conspiracies from './conspiracies.ts'
import type { Automatic, Decision, StepOf } from './decision.ts'
import * as divinities from './divinities.ts'
import { begin, draft } from './draft.ts'
import { firstPlayer } from './first-player.ts'
import * as military from './military.ts'
import * as progress from './progress.ts'
import * as senate from './senate.ts'
import * as structure from './structure.ts'
import { turn } from './turn.ts'
import * as wonders from './wonders.ts'

/** The table checks the kind of step; each resolver has its own types of action. */
type ResolverOf<K extends StepKind> =
  { offers(state: MatchState, step: StepOf<K>, prices: Prices, only?: ActionInput): Offer[] } | Automatic<K>

const RESOLVERS: { [K in StepKind]: ResolverOf<K> } = {
  begin,
  draft,
  turn,
  'first-player': firstPlayer,
  'progress-token': progress.progressToken,
  library: progress.library,
  'library-choice': progress.libraryChoice,
  espionage: progress.espionage,
  'lock-token': progress.lockToken,
  'destroy-building': buildings.destroyBuilding,
  revive: buildings.revive,
  'construct-last-row': buildings.constructLastRow,
  'construct-removed': buildings.constructRemoved,
  'take-building': buildings.takeBuilding,
  'swap-buildings': buildings.swapBuildings,
  'take-wonder': wonders.takeWonder,
  'destroy-wonder': wonders.destroyWonder,
  senate: senate.senate,
  place: senate.place,
  move: senate.move,
  remove: senate.remove,
  'move-decree': senate.moveDecree,
  conspirator: conspiracies.conspirator,
  conspire: conspiracies.conspire,
  'keep-conspiracy': conspiracies.keepConspiracy,
  'trigger-unprepared': conspiracies.triggerUnprepared,
  'discard-available': structure.discardAvailable,
  shields: military.shields,
  'take-half-coins': conspiracies.takeHalfCoins,
  'coins-per-cube': conspiracies.coinsPerCube,
  'turn-up': structure.turnUp,
  'draw-divinities': divinities.drawDivinities,
  'place-divinity': divinities.placeDivinity,
  'reveal-deck-tops': divinities.revealDeckTops,
  'choose-mythology': divinities.chooseMythology,
  'choose-divinity': divinities.chooseDivinity,
  'return-divinities': divinities.returnDivinities,
  enki: progress.enki,
  'place-snake': buildings.snake,
  'discard-any': structure.discardAny,
  'deconstruct-wonder': wonders.deconstructWonder,
  'construct-with-discarded': wonders.constructWithDiscarded,
  'place-minerva': military.placeMinerva,
  'discard-military-token': military.discardMilitaryToken,
  'apply-military-token': military.applyMilitaryToken,
}

/** The resolver of a kind of step. A resolver only receives steps of its own kind. */
export const resolverOf = (kind: StepKind): Decision | Automatic => RESOLVERS[kind] as Decision | Automatic

export const isAutomatic = (resolver: Decision | Automatic): resolver is Automatic => 'resolve' in resolver
