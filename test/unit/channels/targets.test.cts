import type { IDataObject } from 'n8n-workflow';

import { DETECT, OTHER } from '../../../nodes/Postiz/channels/fields';
import {
	findTarget,
	isSameNetwork,
	readChoice,
	type ChannelChoice,
} from '../../../nodes/Postiz/channels/targets';
import { findProvider, providers } from '../../../nodes/Postiz/providers';
import type { Channel } from '../../../nodes/Postiz/transport/types';
import { problemOf } from '../support/problem.cjs';

const picked = (value: unknown) => ({ __rl: true, mode: 'list', value }) as IDataObject[string];

describe('what an entry of Channels says', () => {
	test.each<[string, IDataObject, Partial<ChannelChoice>]>([
		['an ID alone', { integrationId: ' c1 ' }, { id: 'c1' }],
		['a picked channel', { integrationId: picked('c1'), provider: DETECT }, { id: 'c1' }],
		['a network', { integrationId: 'c1', provider: 'x' }, { id: 'c1', identifier: 'x' }],
		[
			'another network',
			{ integrationId: 'c1', provider: OTHER, providerIdentifier: ' vibes ' },
			{ id: 'c1', identifier: 'vibes' },
		],
	])('%s', (_kind, entry, choice) => {
		expect(readChoice(entry, 0, 1)).toEqual({ position: 'Channel', ...choice });
		expect(readChoice(entry, 1, 3)).toEqual({ position: 'Channel 2', ...choice });
	});

	test.each<[IDataObject, string]>([
		[{}, 'Channel 2: no channel is chosen'],
		[{ integrationId: ' ' }, 'Channel 2: no channel is chosen'],
		[{ integrationId: picked('') }, 'Channel 2: no channel is chosen'],
		[{ integrationId: { id: 'c1' } }, 'Channel 2: the ID cannot be “{"id":"c1"}”'],
		[
			{ integrationId: 'c1', provider: OTHER, providerIdentifier: ' ' },
			'Channel 2: the Network Identifier is empty',
		],
	])('%j: %s', (entry, message) => {
		expect(problemOf(() => readChoice(entry, 1, 2))).toEqual([
			message,
			expect.stringMatching(/^(Enter the ID of a channel|Enter it as Channel > Get Many)/),
		]);
	});
});

describe('the channel that was chosen', () => {
	const channels: Channel[] = [
		{ id: 'x-1', name: 'Acme Coffee', identifier: 'x' },
		{ id: 'vibes-1', name: 'Acme Vibes', identifier: 'vibes' },
		{ id: 'sky-1', name: 'acme-coffee.bsky.social', identifier: 'bluesky', disabled: true },
	];
	const choice = (id: string, identifier?: string): ChannelChoice => ({
		id,
		position: 'Channel 2',
		identifier,
	});

	test('is found with its name and its network', () => {
		expect(findTarget(choice('x-1', 'x'), channels)).toEqual({
			id: 'x-1',
			name: 'Acme Coffee',
			identifier: 'x',
			provider: findProvider('x'),
			label: 'Channel 2 (X, Acme Coffee)',
			isDetected: false,
		});
	});

	test('brings its network along if that is to be detected', () => {
		expect(findTarget(choice('x-1'), channels)).toMatchObject({
			identifier: 'x',
			isDetected: true,
		});
	});

	test('may be of a network that the node does not know', () => {
		for (const identifier of [undefined, 'vibes']) {
			expect(findTarget(choice('vibes-1', identifier), channels)).toMatchObject({
				identifier: 'vibes',
				provider: undefined,
				label: 'Channel 2 (vibes, Acme Vibes)',
			});
		}
	});

	test('is looked for by a name that is nearly right', () => {
		const adviceFor = (id: string) => problemOf(() => findTarget(choice(id), channels))[1];
		expect(adviceFor('acme cofee')).toMatch(/Did you mean Acme Coffee \(X, x-1\)/);
		expect(adviceFor('coffee')).toMatch(/Did you mean .*Acme Coffee \(X, x-1\)/);
		expect(adviceFor('gone')).not.toContain('Did you mean');
		expect(adviceFor('gone')).toContain('Channel > Get Many returns the IDs.');
	});

	test.each([
		['is not connected', choice('gone'), 'Channel 2: no channel with the ID “gone” is connected'],
		[
			'is disabled',
			choice('sky-1', 'bluesky'),
			'Channel 2 (Bluesky, acme-coffee.bsky.social) is disabled in Postiz',
		],
		[
			'is of another network',
			choice('x-1', 'bluesky'),
			'Channel 2 (X, Acme Coffee) is no Bluesky channel',
		],
		[
			'is of another network than one that the node does not know',
			choice('x-1', 'vibes'),
			'Channel 2 (X, Acme Coffee) is no vibes channel',
		],
		[
			'is of a network that the node does not know, and not of the chosen one',
			choice('vibes-1', 'x'),
			'Channel 2 (vibes, Acme Vibes) is no X channel',
		],
	])('is refused if it %s', (_why, chosen, message) => {
		expect(problemOf(() => findTarget(chosen, channels))).toEqual([
			message,
			expect.stringMatching(/Channel > Get Many|Enable or reconnect|Set Network to/),
		]);
	});
});

test('a network is the same under all of its identifiers, and no other', () => {
	for (const { identifier, aliases = [] } of providers) {
		for (const alias of aliases) {
			expect(isSameNetwork(alias, identifier)).toBe(true);
			expect(isSameNetwork(identifier, alias)).toBe(true);
			const target = findTarget({ id: 'c1', position: 'Channel', identifier }, [
				{ id: 'c1', name: 'Acme', identifier: alias },
			]);
			// The service knows the channel by the identifier that it has there.
			expect(target.identifier).toBe(alias);
		}
		expect(isSameNetwork(identifier, 'vibes')).toBe(false);
		expect(isSameNetwork('vibes', identifier)).toBe(false);
	}
	expect(isSameNetwork('vibes', 'vibes')).toBe(true);
	expect(isSameNetwork('vibes', 'other')).toBe(false);
});
