/** Pictures of matches and invitations, for the previews of links. Pure, but for the painter. */
export { Painter } from './painter.ts'
export { nowOf, pictureOf } from './picture.ts'
export type { Pictured } from './picture.ts'
