export type SaveState =
  | { is: 'saved'; at: number | undefined }
  /** Typed, sent in a moment, or being sent. */
  | { is: 'saving' }
  /** Kept in this browser, and sent once the server answers again. */
  | { is: 'offline' }
  /** Another window saved first; nothing is sent until the creator has decided. */
  | { is: 'changed-elsewhere'; text: string }
  /** The server refuses the text for a reason that waiting does not change. */
  | { is: 'refused'; reason: string }

export type Sent =
  | { is: 'saved'; revision: number }
  | { is: 'changed'; revision: number; text: string }
  | { is: 'unreachable' }
  | { is: 'refused'; reason: string }

export interface AutosavePorts {
  send: (text: string, revision: number) => Promise<Sent>
  /** Keeps the unsaved text in this browser; undefined forgets it. */
  keep: (unsaved: { text: string; revision: number } | undefined) => void
  /** Calls back after a while; the returned function cancels the call. */
  wait: (milliseconds: number, then: () => void) => () => void
  now: () => number
}

const SAVE_AFTER_MS = 1_000
const TRY_AGAIN_MS = 5_000

export interface Autosave {
  state: () => SaveState
  /** The revision of the text that the server has. */
  revision: () => number
  subscribe: (listener: () => void) => () => void
  change: (text: string) => void
  /** Sends at once; true if the server has the newest text. */
  flush: () => Promise<boolean>
  /** Writes over what the other window saved. */
  keepMine: () => void
  stop: () => void
}

/** Saves the text a second after its last change, one call at a time, and never over another's. */
export function createAutosave(
  start: { text: string; revision: number; unsaved?: string },
  ports: AutosavePorts,
): Autosave {
  let { revision } = start
  let saved = start.text
  let current = start.unsaved ?? start.text
  let state: SaveState = { is: 'saved', at: undefined }
  let cancelWait: (() => void) | undefined
  let sending: Promise<void> | undefined
  const listeners = new Set<() => void>()

  const show = (next: SaveState) => {
    state = next
    for (const listener of listeners) listener()
  }
  const later = (milliseconds: number) => {
    cancelWait?.()
    cancelWait = ports.wait(milliseconds, () => void send())
  }
  const isHeld = () => state.is === 'changed-elsewhere'

  function send(): Promise<void> {
    cancelWait?.()
    cancelWait = undefined
    sending ??= sendOnce().finally(() => {
      sending = undefined
    })
    return sending
  }

  async function sendOnce(): Promise<void> {
    while (current !== saved && !isHeld()) {
      const text = current
      if (state.is !== 'offline') show({ is: 'saving' })
      const sent = await ports.send(text, revision)
      if (sent.is === 'saved') {
        revision = sent.revision
        saved = text
        continue
      }
      if (sent.is === 'changed') {
        revision = sent.revision
        // The same text was saved by this window, and only its answer was lost.
        if (sent.text === text) saved = text
        else return show({ is: 'changed-elsewhere', text: sent.text })
        continue
      }
      if (sent.is === 'refused') return show(sent)
      show({ is: 'offline' })
      return later(TRY_AGAIN_MS)
    }
    if (isHeld()) return
    ports.keep(undefined)
    show({ is: 'saved', at: ports.now() })
  }

  if (current !== saved) {
    state = { is: 'saving' }
    later(SAVE_AFTER_MS)
  }
  return {
    state: () => state,
    revision: () => revision,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change(text) {
      if (text === current) return
      current = text
      ports.keep({ text, revision })
      if (isHeld()) return
      if (state.is !== 'offline') show({ is: 'saving' })
      later(SAVE_AFTER_MS)
    },
    async flush() {
      if (current !== saved && !isHeld()) await send()
      return current === saved
    },
    keepMine() {
      if (!isHeld()) return
      show({ is: 'saving' })
      void send()
    },
    stop() {
      cancelWait?.()
      listeners.clear()
    },
  }
}
