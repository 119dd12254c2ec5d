// One chunk: the parts of the header that the first load leaves out.
export { Bell } from '../features/notices/bell.tsx'
export { MobileMenu } from './mobile-menu.tsx'
