import type { UserView } from '@vignette/contract/identity.ts'
import { useState } from 'react'

/** Picture, else the first letter of the e-mail address, else U. */
export function Avatar({
  user,
  size,
}: {
  user: Pick<UserView, 'picture' | 'email'>
  size: number
}) {
  const [failed, setFailed] = useState(false)
  const box = { width: size, height: size }
  if (user.picture && !failed)
    return (
      <img
        src={user.picture}
        alt=""
        style={box}
        onError={() => setFailed(true)}
        referrerPolicy="no-referrer"
        className="rounded-full object-cover"
      />
    )
  return (
    <span
      style={{ ...box, fontSize: size * 0.42 }}
      className="grid place-items-center rounded-full bg-ink font-semibold text-ground"
    >
      {(user.email?.[0] ?? 'U').toUpperCase()}
    </span>
  )
}
