import { moveItem, removeAt } from '../document/json/edit-text.ts'
import type { Editing } from './editing.ts'
import { focusSoon } from './focus-soon.ts'

export type ListName = 'inputs' | 'steps'

export interface Cards {
  isOpen: (list: ListName, index: number) => boolean
  toggle: (list: ListName, index: number) => void
  /** Opens a card and puts the focus on its heading. */
  show: (list: ListName, index: number) => void
  add: (list: ListName, index: number, name: string, change: (text: string) => string) => void
  move: (list: ListName, from: number, to: number, name: string, count: number) => void
  /** `change` is the removal itself, where the recipe says more of the card than its place. */
  remove: (list: ListName, index: number, name: string, change?: (text: string) => string) => void
}

export const cardId = (list: ListName, index: number) => `${list}-${index}`

/** Which cards are open, and the actions on a card as a whole, each with its focus and its news. */
export function createCards(
  open: ReadonlySet<string>,
  setOpen: (open: ReadonlySet<string>) => void,
  { apply, announce }: Pick<Editing, 'apply' | 'announce'>,
): Cards {
  return {
    isOpen: (list, index) => open.has(cardId(list, index)),
    toggle: (list, index) => {
      const id = cardId(list, index)
      const next = new Set(open)
      if (!next.delete(id)) next.add(id)
      setOpen(next)
    },
    show: (list, index) => {
      setOpen(new Set(open).add(cardId(list, index)))
      focusSoon(`#${cardId(list, index)} h3 button`)
    },
    add: (list, index, name, change) => {
      apply(change)
      setOpen(new Set(open).add(cardId(list, index)))
      announce(`${name} was added.`)
      focusSoon(`#${cardId(list, index)} [data-fields] :is(input, select, textarea)`)
    },
    move: (list, from, to, name, count) => {
      apply((text) => moveItem(text, [list], from, to))
      const order = [...Array(count).keys()]
      order.splice(to, 0, ...order.splice(from, 1))
      const now = new Map(order.map((was, is) => [cardId(list, was), cardId(list, is)]))
      setOpen(new Set([...open].map((one) => now.get(one) ?? one)))
      announce(`${name} is now ${to + 1} of ${count}.`)
      focusSoon(`#${cardId(list, to)} [aria-label$="${to < from ? 'up' : 'down'}"]`)
    },
    remove: (list, index, name, change = (text) => removeAt(text, [list, index])) => {
      apply(change)
      setOpen(withoutCard(open, list, index))
      announce(`${name} was removed. Undo brings it back.`)
      focusSoon(`#add-${list}`)
    },
  }
}

/** The cards behind the removed one move up by one. */
function withoutCard(open: ReadonlySet<string>, list: ListName, removed: number): Set<string> {
  return new Set(
    [...open].flatMap((id) => {
      const index = Number(id.slice(list.length + 1))
      if (!id.startsWith(`${list}-`) || index < removed) return id
      return index === removed ? [] : cardId(list, index - 1)
    }),
  )
}
