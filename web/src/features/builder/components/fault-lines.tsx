import { useQuery } from '@tanstack/react-query'
import { type Fault, providersQuery } from '../../workflows/index.ts'
import type { Parts } from '../document/read-parts.ts'
import { namePlace, wordsOf } from '../name-place.ts'

/** Faults of a recipe, each with its place as the form calls it. */
export function FaultLines({ recipe, faults }: { recipe: Parts; faults: readonly Fault[] }) {
  const { data: providers } = useQuery(providersQuery)
  if (faults.length === 0) return null
  return (
    <ul className="flex flex-col gap-1">
      {faults.map((fault) => (
        <li key={`${fault.path} ${fault.message}`} className="wrap-anywhere">
          {fault.path && (
            <strong className="font-semibold">{namePlace(recipe, fault.path, providers)}:</strong>
          )}{' '}
          {wordsOf(fault)}
        </li>
      ))}
    </ul>
  )
}
