import type { IDataObject } from 'n8n-workflow';

import { Abilities, MEDIA, THREAD, newSettingsOf } from '../../../nodes/Postiz/channels/abilities';
import { findProvider } from '../../../nodes/Postiz/providers';
import type { ApiRequest, PostizClient } from '../../../nodes/Postiz/transport/client';
import { Instance } from '../../../nodes/Postiz/transport/instance';
import { Problem } from '../../../nodes/Postiz/values/problem';

const fieldsOf = (identifier: string) => findProvider(identifier)!.fields;

describe('settings of which an instance must know', () => {
	test.each<[string, IDataObject, string[]]>([
		['wordpress', { status: 'draft' }, ['status']],
		['wordpress', { status: 'publish', categories: [], tags: [11] }, ['tags']],
		['wordpress', { title: 'Tea', type: 'page', main_image: { id: 'a' } }, []],
		['x', { post_type: 'article', article_title: 'Tea', article_status: 'draft' }, ['post_type']],
		['x', { post_type: 'post', article_title: 'Tea' }, []],
		['x', { made_with_ai: false, paid_partnership: true }, ['paid_partnership']],
		['facebook', { post_type: 'story', url: 'https://a.example' }, ['post_type']],
		['facebook', { post_type: 'post', text_format_preset_id: '1' }, ['text_format_preset_id']],
		['instagram', { post_type: 'story' }, []],
		['instagram', { is_trial_reel: true, graduation_strategy: 'MANUAL' }, ['is_trial_reel']],
		['instagram', { graduation_strategy: 'SS_PERFORMANCE' }, []],
		['instagram', { audio: { id: '1' } }, ['audio']],
		['linkedin', { carousel_name: 'Menu', post_as_images_carousel: true }, ['carousel_name']],
		['youtube', { selfDeclaredMadeForKids: 'no' }, []],
		['youtube', { selfDeclaredMadeForKids: 'yes' }, ['selfDeclaredMadeForKids']],
		// An instance that doesn't know these settings has no channel on these networks.
		['tumblr', { title: 'Tea' }, []],
		['gmb', { topicType: 'EVENT' }, []],
	])('%s with %j', (identifier, settings, expected) => {
		const features = newSettingsOf(fieldsOf(identifier), settings);
		expect(features.map(({ key }) => key)).toEqual(expected);
	});
});

const OLD = 'old';

interface World {
	/** The answer of `GET /integration-settings`; undefined if there is no such call. */
	settings?: unknown;
	/** The rows of `GET /posts`. */
	posts?: IDataObject[];
	/** Other calls that it has. */
	calls?: readonly string[];
	/** The parts of their previews. */
	preview?: IDataObject[];
}

function abilitiesOf({ settings = OLD, posts = [], preview, calls = [] }: World) {
	const asked: string[] = [];
	const instance = new Instance();
	const client = {
		instance,
		previewUrl: () => null,
		requestIfThere: async ({ endpoint, path }: ApiRequest) => {
			asked.push(path);
			await Promise.resolve();
			if (/missing$|groups$/.test(path)) return calls.includes(path) ? [] : undefined;
			if (!path.startsWith('/integration-settings')) return preview;
			if (settings instanceof Error) throw settings;
			if (settings === OLD) return undefined;
			instance.hasAnswered(endpoint);
			return { output: { settings, maxLength: 280 } };
		},
		requestList: async ({ path }: ApiRequest) => {
			asked.push(path);
			return await Promise.resolve(posts);
		},
	} as unknown as PostizClient;
	return { asked, instance, abilities: new Abilities(client) };
}

const ASKED = '/integration-settings/ch-1';
const newSettings = (identifier: string, settings: IDataObject) =>
	newSettingsOf(fieldsOf(identifier), settings);
const STATUS = newSettings('wordpress', { status: 'draft' });
const TRIAL = newSettings('instagram', { is_trial_reel: true });
const NAME = newSettings('linkedin', { carousel_name: 'Menu' });
const schema = (...keys: string[]) => ({
	type: 'object',
	properties: Object.fromEntries(keys.map((key) => [key, {}])),
});

describe('what an instance ignores', () => {
	test.each([
		['knows', STATUS, schema('title', 'status'), []],
		['does not know', STATUS, schema('title'), [['status', true]]],
		['lists no settings, but is new enough', NAME, 'No additional settings required', []],
		['lists no settings, and may be too old', STATUS, 'None', [['status', false]]],
		['is surely too old', STATUS, OLD, [['status', true]]],
		['is too old to say', TRIAL, OLD, [['is_trial_reel', false]]],
	])('one that %s', async (_what, settings, answer, expected) => {
		const { abilities, asked } = abilitiesOf({ settings: answer });
		const ignored = await abilities.ignored('ch-1', settings);
		expect(ignored.map(({ key, isSure }) => [key, isSure])).toEqual(expected);
		expect(asked).toEqual([ASKED]);
	});

	test('a channel is asked once for all that is to be known of it', async () => {
		const { abilities, asked } = abilitiesOf({ settings: schema('title') });
		await abilities.ignored('ch-1', STATUS);
		await abilities.ignored('ch-1', newSettings('wordpress', { tags: [1] }));
		expect(await abilities.maxLength('ch-1')).toBe(280);
		expect(asked).toEqual([ASKED]);
	});

	test('an instance that is known to be new enough is not asked', async () => {
		const { abilities, asked, instance } = abilitiesOf({});
		instance.hasShown('2.22.1');
		expect(await abilities.ignored('ch-1', STATUS)).toEqual([]);
		expect(asked).toEqual([]);
	});

	test('nor one that has a channel of a younger network', async () => {
		const { abilities, asked } = abilitiesOf({});
		abilities.noteChannels([{ id: 'ch-2', name: 'Tea', identifier: 'tumblr' }]);
		expect(await abilities.ignored('ch-1', STATUS)).toEqual([]);
		expect(asked).toEqual([]);
	});

	test.each([
		['2.19.0', ['/groups'], '/posts/none/missing'],
		['2.21.9', [], '/groups'],
	] as const)('a call of %s shows whether it is that new', async (since, calls, path) => {
		const features = [{ key: MEDIA, name: 'Files', since, ifIgnored: 'they would be lost' }];
		for (const isThere of [true, false]) {
			const { abilities, asked } = abilitiesOf({
				settings: 'None',
				calls: isThere ? [path] : calls,
			});
			const ignored = await abilities.ignored('ch-1', features);
			expect(ignored.map(({ isSure }) => isSure)).toEqual(isThere ? [] : [true]);
			await abilities.ignored('ch-2', features);
			expect(asked.filter((one) => one === path)).toHaveLength(1);
		}
	});

	test('one that fails gets no post with such a setting', async () => {
		const { abilities } = abilitiesOf({ settings: new Problem('No', 'Try later') });
		await expect(abilities.ignored('ch-1', STATUS)).rejects.toThrow('No');
	});
});

describe('delays in a thread', () => {
	const DELAY = [{ key: THREAD, name: 'Delay', since: '2.12.0' as const, ifIgnored: 'too soon' }];
	const POST = { id: 'p 1', publishDate: '2026-11-23T10:00:00.000Z' };

	test.each<[string, World, string[], boolean[]]>([
		['are kept from 2.18 on', { settings: 'None' }, [ASKED], []],
		[
			'are kept if rows have what is younger',
			{ posts: [{ ...POST, releaseId: null }] },
			[ASKED, '/posts'],
			[],
		],
		[
			'are kept if a preview has them',
			{ posts: [POST], preview: [{ id: 'p 1', delay: 0 }] },
			[ASKED, '/posts', '/public/posts/p%201'],
			[],
		],
		[
			'are ignored if a preview lacks them',
			{ posts: [POST], preview: [{ id: 'p 1' }] },
			[ASKED, '/posts', '/public/posts/p%201'],
			[true],
		],
		['may be ignored if there is no post', {}, [ASKED, '/posts'], [false]],
		[
			'may be ignored if there is no preview',
			{ posts: [POST] },
			[ASKED, '/posts', '/public/posts/p%201'],
			[false],
		],
	])('%s', async (_what, world, calls, expected) => {
		const { abilities, asked, instance } = abilitiesOf(world);
		const ignored = await abilities.ignored('ch-1', DELAY);
		expect(ignored.map(({ isSure }) => isSure)).toEqual(expected);
		expect(instance.isAtLeast('2.12.0')).toBe(expected.length === 0);
		await abilities.ignored('ch-1', DELAY);
		expect(asked).toEqual(calls);
	});
});
