/** How long the stores of a lobby retain things (ms), and how many of them. */
export const LOBBY_RETENTION = {
  /** The match that the queue found for a player. */
  foundMs: 600_000,
  /** The opponents of a player: for this time after the last one, and so many of them. */
  opponentsMs: 86_400_000,
  opponents: 20,
  /** The places of the ladder, after the last change. */
  ladderMs: 86_400_000,
  /** The fact that a player is in a real-time match; longer than any such match lasts. */
  playingMs: 86_400_000,
  /** A pairing whose match cannot be created. */
  pairingMs: 60_000,
  /** How long players of a pool waited: for this time after the last pairing, and for this many players. */
  waitsMs: 3_600_000,
  waits: 20,
  /** Which challenge a command has opened, and which match the acceptance of a challenge has created. */
  challengeMs: 600_000,
} as const
