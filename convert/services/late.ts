import { leaves } from './links';
import type { Service } from './types';

const BECAUSE = 'its posts are not converted';

/** Late: named, as few workflows use it. */
export const late: Service = {
	name: 'Late',
	types: ['n8n-nodes-late.late', '@getlatedev/n8n-nodes-late.late'],
	readNode: ({ parameters: { resource = 'posts', operation = 'create' } }) =>
		resource === 'posts' && operation === 'create'
			? { does: 'stays', because: BECAUSE }
			: undefined,
	hosts: /(?:^|\.)(?:getlate\.dev|zernio\.com)$/,
	readRequest: leaves(/(?:^|\/)posts$/, BECAUSE),
};
