import type { SaveState } from '../saving/create-autosave.ts'

/** Whether the server has the text; the words change, and a screen reader hears the bad news. */
export function SaveLine({ state }: { state: SaveState }) {
  const isBad = state.is === 'offline' || state.is === 'refused'
  return (
    <p
      className={isBad ? 'text-sm text-danger' : 'text-sm text-muted'}
      role={isBad ? 'alert' : undefined}
    >
      {describeSaving(state)}
    </p>
  )
}

function describeSaving(state: SaveState): string {
  switch (state.is) {
    case 'saved':
      return 'Saved'
    case 'saving':
      return 'Saving…'
    case 'offline': {
      const why = navigator.onLine ? 'the server does not answer' : 'offline'
      return `Not saved: ${why}. Your text is kept in this browser and sent later.`
    }
    case 'refused':
      return `Not saved: ${state.reason}`
    case 'changed-elsewhere':
      return 'Not saved: changed in another window'
  }
}
