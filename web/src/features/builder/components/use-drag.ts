import { type PointerEvent, useRef } from 'react'

/** Lines of the list between which the card would fall. */
const MARK = 'data-drop'

/**
 * Moves a card of a list with the pointer: the handle's card follows it, and falls where its line
 * is drawn. Escape lets it stay. The buttons of the card do the same for the keyboard.
 */
export function useDrag(index: number, onMove: (to: number) => void) {
  const end = useRef<(() => void) | undefined>(undefined)
  return (event: PointerEvent<HTMLElement>) => {
    const card = event.currentTarget.closest('li')
    const list = card?.parentElement
    if (!card || !list || event.button !== 0) return
    event.preventDefault()
    end.current?.()
    const handle = event.currentTarget
    const others = [...list.children].filter((one): one is HTMLElement => one !== card)
    const start = event.clientY + window.scrollY
    const listening = new AbortController()
    let to = index
    handle.setPointerCapture(event.pointerId)

    const mark = () => {
      for (const one of others) one.removeAttribute(MARK)
      if (to === index) return
      const before = others[to]
      if (before) before.setAttribute(MARK, 'above')
      else others.at(-1)?.setAttribute(MARK, 'below')
    }
    const follow = ({ clientY }: globalThis.PointerEvent) => {
      card.style.transform = `translateY(${clientY + window.scrollY - start}px)`
      to = others.filter((one) => middleOf(one) < clientY).length
      mark()
    }
    const stop = (falls: boolean) => {
      listening.abort()
      const place = falls ? to : index
      to = index
      mark()
      card.style.transform = ''
      end.current = undefined
      if (place !== index) onMove(place)
    }
    end.current = () => stop(false)
    const { signal } = listening
    handle.addEventListener('pointermove', follow, { signal })
    handle.addEventListener('pointerup', () => stop(true), { signal })
    handle.addEventListener('pointercancel', () => stop(false), { signal })
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && stop(false), { signal })
  }
}

function middleOf(element: HTMLElement): number {
  const { top, height } = element.getBoundingClientRect()
  return top + height / 2
}
