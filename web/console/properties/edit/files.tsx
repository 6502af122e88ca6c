// Images and documents of a property: dropped or chosen, sent one after another, in an order that can be changed.

import type { TabProps } from '../project.ts';
import { DocumentsSection } from './documents.tsx';
import { GallerySection } from './gallery.tsx';

export default function FilesTab(props: TabProps) {
  return (
    <div class="files">
      <GallerySection {...props} />
      <DocumentsSection {...props} />
    </div>
  );
}
