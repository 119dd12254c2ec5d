/** Tells a visitor in another tab: by the title, and by a notification where that is allowed. */
export function announceReady(workflowName: string): void {
  if (!document.hidden) return
  holdTitle('✓ Your Creation is Ready!')
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  try {
    const note = new Notification('Your Creation is Ready!', { body: workflowName, tag: 'remix' })
    note.addEventListener('click', () => {
      window.focus()
      note.close()
    })
  } catch {
    // Some phones allow notifications to service workers alone; the title has told it already.
  }
}

/** The page that opens meanwhile sets a title of its own, which waits until somebody looks. */
function holdTitle(title: string): void {
  let own = document.title
  document.title = title
  const observer = new MutationObserver(() => {
    if (document.title === title) return
    own = document.title
    document.title = title
  })
  const element = document.querySelector('title')
  if (element) observer.observe(element, { childList: true, characterData: true, subtree: true })
  document.addEventListener(
    'visibilitychange',
    () => {
      observer.disconnect()
      document.title = own
    },
    { once: true },
  )
}

export function canAskForNotice(): boolean {
  return 'Notification' in window && Notification.permission === 'default'
}

export async function askForNotice(): Promise<boolean> {
  return (await Notification.requestPermission()) === 'granted'
}
