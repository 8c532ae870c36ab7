// What a browser may lack, whatever its types say: most of this is there only over HTTPS and on this machine, a sandbox
// or the settings forbid some of it, and some browsers have never had it. The page asks for it here alone, so that the
// types of what comes back ask for the case without it.

function asked<Part>(read: () => Part): Part | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

export const browser = {
  get clipboard(): Clipboard | undefined {
    return asked(() => navigator.clipboard)
  },
  /** Offers something to other programs of the device. */
  get share(): Navigator['share'] | undefined {
    return asked(() => navigator.share.bind(navigator))
  },
  get locks(): LockManager | undefined {
    return asked(() => navigator.locks)
  },
  get serviceWorker(): ServiceWorkerContainer | undefined {
    return asked(() => navigator.serviceWorker)
  },
  get hashes(): SubtleCrypto | undefined {
    return asked(() => crypto.subtle)
  },
  get notifications(): typeof Notification | undefined {
    return asked(() => globalThis.Notification)
  },
  get hasPush(): boolean {
    return asked(() => globalThis.PushManager) !== undefined
  },
}
