/** Announces to a visitor in another tab: by the title, and by a notification if allowed. */
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
    // Some phones allow notifications only to service workers; the title already announces.
  }
}

/** The next page sets its own title, which waits until the tab is visible. */
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
