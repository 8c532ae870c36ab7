/** Points of one city by category (base.md §9, agora.md §6). `total` is their sum. */
export interface Score {
  blue: number
  green: number
  yellow: number
  guilds: number
  wonders: number
  progress: number
  coins: number
  military: number
  senate: number
  total: number
}
