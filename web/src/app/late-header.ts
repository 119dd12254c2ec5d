// One chunk: what the header of a first load goes without, and what its visitor may soon open.
export { Bell } from '../features/notices/bell.tsx'
export { MobileMenu } from './mobile-menu.tsx'
