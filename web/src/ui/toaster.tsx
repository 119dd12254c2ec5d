import { type ComponentType, useEffect, useState } from 'react'
import { onFirstToast } from './toast.tsx'

export function Toaster() {
  const [List, setList] = useState<ComponentType>()
  useEffect(() => onFirstToast((list) => setList(() => list)), [])
  return List && <List />
}
