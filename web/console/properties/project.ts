// What the tabs of a property share.

import type { PropertyStage, ReadPropertyResponses } from '../../../clients/typescript/src/index.ts';

export type Project = NonNullable<ReadPropertyResponses[200]>;
export type TabProps = { project: Project; stage: PropertyStage; reload: () => void };
