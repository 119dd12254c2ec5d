import { useEditing } from './editing.ts'

/** Lights the input or step of this name while the pointer or the focus is on what names it. */
export function useLight() {
  const { light } = useEditing()
  return (name: string) => {
    const on = () => light(name || undefined)
    const off = () => light(undefined)
    return { onPointerEnter: on, onPointerLeave: off, onFocus: on, onBlur: off }
  }
}
