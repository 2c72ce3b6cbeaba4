import { stays } from '../reading';
import type { Service } from './service';

/** Where to post to by a request that is only named, and the types of nodes that are. */
const named = (name: string, types: string[], addresses: RegExp): Service => ({
	name,
	types,
	addresses,
	read: ({ method, values: { resource, operation } }) => {
		const isPost =
			method === ''
				? PUBLISHES.test(`${String(resource)}.${String(operation)}`)
				: method === 'POST';
		return isPost ? stays('its posts are not converted') : undefined;
	},
});

/** The operations of these nodes that publish, of which some are what a new node does. */
const PUBLISHES =
	/^(?:undefined|posts?|message|article)\.(?:undefined|create|send|publish|submit)$/;

/** Services that are only named, as few workflows use them or their posts depend on more than a channel. */
export const others: Service[] = [
	named(
		'Late',
		['n8n-nodes-late.late', '@getlatedev/n8n-nodes-late.late'],
		/(?:^|\.)(?:getlate\.dev|zernio\.com)\/.*\bposts$/,
	),
	named('Ayrshare', [], /(?:^|\.)ayrshare\.com\/api\/post$/),
	named('Bluesky', [], /\/xrpc\/com\.atproto\.repo\.createRecord$/),
	named(
		'Buffer',
		[],
		/(?:^|\.)(?:bufferapp\.com\/1\/updates\/create(?:\.json)?|api\.buffer\.com\/.*)$/,
	),
	named('Discord', ['n8n-nodes-base.discord'], /(?:^|\.)discord(?:app)?\.com\/api\/.*\/messages$/),
	named('LinkedIn', [], /(?:^|\.)linkedin\.com\/(?:rest|v2)\/(?:posts|shares|ugcPosts)$/),
	named('Medium', ['n8n-nodes-base.medium'], /(?:^|\.)medium\.com\/.*\/posts$/),
	named('Pinterest', [], /(?:^|\.)pinterest\.com\/v5\/pins$/),
	named('Reddit', ['n8n-nodes-base.reddit'], /(?:^|\.)reddit\.com\/api\/submit$/),
	named('TikTok', [], /(?:^|\.)tiktokapis\.com\/v2\/post\/publish\/.*init\/?$/),
	named('X', [], /(?:^|\.)(?:twitter|x)\.com\/(?:2\/tweets|1\.1\/statuses\/update.*)$/),
	named('YouTube', [], /(?:^|\.)googleapis\.com\/.*upload\/youtube\/v3\/videos$/),
	named('WordPress', ['n8n-nodes-base.wordpress'], /\/wp-json\/wp\/v2\/posts$/),
];
