import type { Version } from '../service/releases/release.cjs';
import { isObject } from '../service/schema.cjs';
import type { Answer, Channel } from './instance.cjs';
import { NO_SUCH_ID } from './ledger.cjs';

/** Settings by which a channel shows that the instance is newer than every release. */
const NEWEST: Array<[network: string, setting: string]> = [
	['x', 'post_type'],
	['tiktok', 'music'],
];

type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>;

const isMissing = ({ status, body }: Answer) =>
	status === 404 && isObject(body) && String(body.message).startsWith('Cannot ');

function settingsIn({ body }: Answer): object {
	const output = isObject(body) ? body.output : undefined;
	const settings = isObject(output) ? output.settings : undefined;
	return isObject(settings) && isObject(settings.properties) ? settings.properties : {};
}

async function isNewest(ask: Ask, channels: Channel[]): Promise<boolean> {
	for (const [network, setting] of NEWEST) {
		const channel = channels.find(({ identifier }) => identifier === network);
		if (!channel) continue;
		return setting in settingsIn(await ask('GET', `/integration-settings/${channel.id}`));
	}
	const path = `/posts/${NO_SUCH_ID}/settings`;
	return !isMissing(await ask('PUT', path, { settings: {} }));
}

/**
 * The recorded release that an instance is most like, by what it answers to calls that change nothing;
 * the older one where it cannot be told. No answer has a version (docs/api.md).
 */
export async function findVersion(ask: Ask, channels: Channel[]): Promise<Version> {
	const settings = await ask('GET', `/integration-settings/${NO_SUCH_ID}`);
	if (settings.status === 500)
		return isMissing(await ask('GET', `/social/${NO_SUCH_ID}`)) ? '2.18' : '2.21';
	return (await isNewest(ask, channels)) ? 'newest' : '2.23';
}
