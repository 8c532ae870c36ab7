/**
 * All rounds of a tournament in which everybody meets everybody once, by the circle method (Berger's tables). Whoever comes
 * first in a pair begins: everybody has both seats equally often, or one of them once more. With an odd number, a player who
 * is in no pair of a round has no opponent.
 */
export function roundRobin<Player>(players: readonly Player[]): [Player, Player][][] {
  const circle = players.length % 2 === 0 ? players.length - 1 : players.length
  if (players.length < 2) return []
  return Array.from({ length: circle }, (_, round) => {
    const pairs: [Player, Player][] = []
    for (let step = 1; step <= (circle - 1) / 2; step++) {
      const [one, other] = [(round + step) % circle, (round - step + circle) % circle]
      pairs.push(step % 2 === 1 ? [players[one]!, players[other]!] : [players[other]!, players[one]!])
    }
    // With an even number, the one who stands still meets whoever is left over.
    if (circle < players.length) {
      const [still, turning] = [players[circle]!, players[round]!]
      pairs.unshift(round % 2 === 0 ? [turning, still] : [still, turning])
    }
    return pairs
  })
}
