import { cents } from '../../src/core/cents.ts'; // planted: rule-1-pages-know-the-client-alone
import { send } from '../../clients/typescript/src/transport.ts'; // planted: rule-1-pages-know-the-client-alone
export const page = <p>{send(cents)}</p>;
