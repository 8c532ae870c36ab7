/**
 * Does something for the player, and says above the sections that it is done (`said`), or why it cannot be done. Resolves
 * with whether it is done.
 */
export type Attempt = (action: () => Promise<unknown>, said?: string) => Promise<boolean>

/** What a form does when it is sent, instead of loading another page. */
export const submits =
  (action: () => Promise<unknown>) =>
  (event: SubmitEvent): void => {
    event.preventDefault()
    void action()
  }
