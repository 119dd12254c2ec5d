export { ShareModal, type ShareSubject } from './components/share-modal.tsx'
