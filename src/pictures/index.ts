/** Pictures of matches and invitations, for the previews of links. Pure, but for the painter and the files of symbols and letters. */
export { invitationPicture } from './invitation.ts'
export type { Invited } from './invitation.ts'
export { Painter } from './painter.ts'
export { nowOf, pictureOf } from './picture.ts'
export type { Pictured } from './picture.ts'
export { SIZE as PICTURE_SIZE } from './table.ts'
