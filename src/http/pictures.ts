import { customerOf } from '../limits/index.ts'
import { invitationPicture, nowOf, Painter, pictureOf } from '../pictures/index.ts'
import { digest, isKnown, REVALIDATED } from './caching.ts'
import type { App } from './parts.ts'
import { invitedTo } from './preview-texts.ts'
import type { Previews } from './previews.ts'
import type { Screens } from './screens.ts'

/** The path of a picture, below that of the link that it is of. */
export const PICTURE = '/picture.png'
/** What is shown where there is no picture. */
const ICON = '/icon-512.png'
const PER_MINUTE = 60

/** Pictures of what links lead to, for messengers: what a spectator with nothing but the link may see. */
export function pictureRoutes(app: App, screens: Screens, previews: Previews): void {
  const painter = new Painter()
  for (const [screen, subject] of Object.entries(screens).filter((entry) => entry[1] !== null)) {
    app.get(
      screen + PICTURE,
      { config: { limit: { points: PER_MINUTE, duration: 60 } }, schema: { hide: true } },
      async (request, reply) => {
        const found = await previews.of(subject, request)
        if (!found) return reply.header('cache-control', 'no-store').redirect(ICON)
        const { shown, preview } = found
        const invited = invitedTo(shown)
        const points = shown.status === 'playing' ? await previews.points(request) : undefined
        const svg = invited
          ? invitationPicture(invited)
          : pictureOf({ ...shown, points }, nowOf(shown) ?? preview.title)
        const tag = digest(svg)
        if (isKnown(request, reply, tag, REVALIDATED)) return reply.code(304).send()
        return reply.type('image/png').send(await painter.paint(tag, customerOf(request.address), svg))
      },
    )
  }
}
