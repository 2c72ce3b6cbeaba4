import { findProvider, providers } from '../../../nodes/Postiz/providers';
import type { Provider } from '../../../nodes/Postiz/providers/types';
import {
	compareReleases,
	OLDEST_RELEASE,
	type Release,
} from '../../../nodes/Postiz/transport/releases';
import { isYoung, since, toRelease } from '../support/since.cjs';

/** The networks whose settings stand in a file of the service, by what its code calls the file. */
const NETWORKS_OF: Record<string, string[]> = {
	'dev.to': ['devto'],
	farcaster: ['warpcast'],
	instagram: ['instagram', 'instagram-standalone'],
	linkedin: ['linkedin', 'linkedin-page'],
	tiktok: ['tiktok', 'tiktok-business'],
};

/** Other names of networks in the service's code, which has no hyphens either. */
const NAMES: Record<string, string> = { farcaster: 'warpcast', mastodoncustom: 'mastodon' };

const sinceOf = ({ since: own = OLDEST_RELEASE }: Provider) => own;

test('each network has the release with which it came, as in versions/since.json', () => {
	const expected = Object.entries(since.providers).map(([name, text]) => {
		const release = toRelease(text);
		const plain = name.toLowerCase();
		return [NAMES[plain] ?? plain, isYoung(release) ? release : undefined];
	});
	const declared = providers.map(({ identifier, since: own }) => [
		identifier.replaceAll('-', ''),
		own,
	]);
	expect(new Map(declared as Array<[string, Release]>)).toEqual(
		new Map(expected as Array<[string, Release]>),
	);
});

test('each setting has the release with which it came, as in versions/since.json, if its network is older', () => {
	const releases = new Map(
		Object.entries(since.settings).flatMap(([path, text]) => {
			const [file] = path.split(/\.(?:settings\.|tags\.)?(?=[^.]+$)/);
			const networks = NETWORKS_OF[file!] ?? [file!];
			const key = path.split('.').at(-1)!;
			return networks.map((network) => [`${network}.${key}`, toRelease(text)] as const);
		}),
	);
	const young = providers.flatMap((provider) =>
		provider.fields.flatMap(({ name }) => {
			const release = releases.get(`${provider.identifier}.${name}`);
			const isYounger = release && compareReleases(release, sinceOf(provider)) > 0;
			return isYounger && isYoung(release) ? [[`${provider.identifier}.${name}`, release]] : [];
		}),
	);
	const declared = providers.flatMap(({ identifier, fields }) =>
		// The service keeps these settings without knowing them.
		fields
			.filter(({ name }) => !name.startsWith('plug--'))
			.flatMap((field) => (field.since ? [[`${identifier}.${field.name}`, field.since]] : [])),
	);
	expect(declared).toEqual(young);
	expect(declared.length).toBeGreaterThan(15);
});

test('what nothing is said of when it is ignored goes with a setting of which something is', () => {
	const silent = providers.flatMap(({ identifier, fields }) =>
		fields
			.filter((field) => field.since && !field.ifIgnored)
			.map(({ name }) => `${identifier}.${name}`),
	);
	expect(silent).toEqual([
		'instagram.graduation_strategy',
		'instagram-standalone.graduation_strategy',
		'x.article_cover',
		'x.article_status',
		'x.article_title',
	]);
	expect(
		findProvider('x')?.fields.find(({ name }) => name === 'post_type')?.ifIgnored,
	).toBeDefined();
});
