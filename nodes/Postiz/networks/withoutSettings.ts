import { NEEDS_TEXT, network, NO_FILES_IN_THREAD, NOT_HEVC, NOT_TURNED } from './defineNetwork';
import { MIB } from './limits';

const NOT_BY_ADDRESS = 'Telegram refuses it unless Postiz keeps its uploads on its own disk';

/** Networks without settings of their own (docs/api.md, Providers). */
export const networksWithoutSettings = [
	network('Bluesky', 'bluesky', {
		maxLength: 300,
		rules: [
			{ of: 'pictures', max: 4, mayPass: true },
			{ of: 'besideVideo', max: 0, mayPass: true },
			{ of: 'pictureType', not: ['gif'], note: 'it becomes a still picture' },
			{ of: 'seconds', max: 180, note: 'older servers of Bluesky refuse it' },
			{ of: 'seconds', max: 600, mayPass: true },
			{ of: 'videoBytes', max: 100 * MIB, note: 'older servers of Bluesky refuse it' },
			{ ...NOT_TURNED, of: 'turnedAndLarge' },
			NOT_HEVC,
		],
		fileDetails: ['alt'],
	}),
	network('Kick', 'kick', {
		maxLength: 500,
		onlyDrafts: true,
		rules: [
			NEEDS_TEXT,
			{ of: 'files', max: 0, in: 'post', note: 'Kick publishes only the text' },
			NO_FILES_IN_THREAD,
		],
	}),
	network('Mastodon', 'mastodon', {
		maxLength: 500,
		count: 'mastodon',
		rules: [
			{ of: 'files', max: 4, mayPass: true },
			{ of: 'besideVideo', max: 0, mayPass: true },
			{ of: 'megapixels', max: 33, mayPass: true },
			{ of: 'videoBytes', max: 99 * MIB, mayPass: true },
			{ of: 'fps', max: 120, note: 'most servers refuse it' },
			NOT_HEVC,
			{ of: 'altLength', max: 1500, note: 'most servers refuse it' },
		],
		fileDetails: ['alt'],
	}),
	network('Nostr', 'nostr', {
		maxLength: 100_000,
		rules: [{ of: 'files', max: 0, note: 'their addresses are added to the text' }],
	}),
	network('Telegram', 'telegram', {
		maxLength: 4096,
		text: 'telegram',
		rules: [
			{ of: 'characters', max: 1024, beside: 'files' },
			{ of: 'utf16', max: 1024, beside: 'files', note: 'Telegram may refuse it beside a file' },
			{ of: 'bothSides', max: 10_000 },
			{ of: 'elongation', max: 20 },
			{ of: 'pictureType', not: ['gif'], note: 'it becomes a still picture' },
			{ of: 'pictureBytes', max: 5 * MIB, note: NOT_BY_ADDRESS },
			{ of: 'videoBytes', max: 20 * MIB, note: NOT_BY_ADDRESS },
			{ of: 'videoBytes', max: 50 * MIB, mayPass: true },
			NOT_HEVC,
		],
	}),
	network('Threads', 'threads', {
		maxLength: 500,
		fetchesFiles: true,
		rules: [
			{ of: 'emojiBytes', max: 500 },
			{ of: 'bytes', max: 500, mayPass: true },
			{ of: 'links', max: 5 },
			{ of: 'files', max: 20 },
			{ of: 'pictureType', not: ['gif', 'webp'], note: 'Threads may refuse it' },
			{ of: 'pictureBytes', max: 8 * MIB, mayPass: true },
			{ of: 'elongation', max: 10, mayPass: true },
			{ of: 'seconds', max: 300, mayPass: true },
			{ of: 'fps', min: 23, max: 60, note: 'Threads may refuse it' },
			{ of: 'videoWidth', max: 1920, note: 'Threads may refuse it' },
		],
	}),
	network('VK', 'vk', {
		maxLength: 2048,
		rules: [{ of: 'files', max: 10, note: 'the post may be lost, without an error' }],
	}),
];
