import { defineNetwork } from './defineNetwork';
import { MIB } from './measures';
import { NEEDS_TEXT, NO_FILES_IN_THREAD, NOT_HEVC, NOT_ROTATED } from './ruleBuilders';

const NOT_BY_ADDRESS = 'Telegram refuses it unless Postiz keeps its uploads on its own disk';

export const networksWithoutSettings = [
	defineNetwork('Bluesky', 'bluesky', {
		color: '#0a63c7',
		maxLength: 300,
		rules: [
			{ measure: 'pictures', max: 4, mayBeAccepted: true },
			{ measure: 'filesBesideVideo', max: 0, mayBeAccepted: true },
			{ measure: 'pictureType', noneOf: ['gif'], note: 'it becomes a still picture' },
			{ measure: 'seconds', max: 180, note: 'older servers of Bluesky refuse it' },
			{ measure: 'seconds', max: 600, mayBeAccepted: true },
			{ measure: 'videoBytes', max: 100 * MIB, note: 'older servers of Bluesky refuse it' },
			{ ...NOT_ROTATED, measure: 'largeRotatedPictures' },
			NOT_HEVC,
		],
		fileDetails: ['alt'],
	}),
	defineNetwork('Kick', 'kick', {
		maxLength: 500,
		onlyDrafts: true,
		rules: [
			NEEDS_TEXT,
			{ measure: 'files', max: 0, in: 'firstPart', note: 'Kick publishes only the text' },
			NO_FILES_IN_THREAD,
		],
	}),
	defineNetwork('Mastodon', 'mastodon', {
		color: '#563acc',
		maxLength: 500,
		characterCount: 'mastodon',
		rules: [
			{ measure: 'files', max: 4, mayBeAccepted: true },
			{ measure: 'filesBesideVideo', max: 0, mayBeAccepted: true },
			{ measure: 'megapixels', max: 33, mayBeAccepted: true },
			{ measure: 'videoBytes', max: 99 * MIB, mayBeAccepted: true },
			{ measure: 'fps', max: 120, note: 'most servers refuse it' },
			NOT_HEVC,
			{ measure: 'altLength', max: 1500, note: 'most servers refuse it' },
		],
		fileDetails: ['alt'],
	}),
	defineNetwork('Nostr', 'nostr', {
		maxLength: 100_000,
		rules: [{ measure: 'files', max: 0, note: 'their addresses are added to the text' }],
	}),
	defineNetwork('Telegram', 'telegram', {
		color: '#1b6fa8',
		maxLength: 4096,
		markup: 'telegram',
		rules: [
			{ measure: 'codePoints', max: 1024, onlyWith: 'files' },
			{
				measure: 'codeUnits',
				max: 1024,
				onlyWith: 'files',
				note: 'Telegram may refuse it with media',
			},
			{ measure: 'widthPlusHeight', max: 10_000 },
			{ measure: 'elongation', max: 20 },
			{ measure: 'pictureType', noneOf: ['gif'], note: 'it becomes a still picture' },
			{ measure: 'pictureBytes', max: 5 * MIB, note: NOT_BY_ADDRESS },
			{ measure: 'videoBytes', max: 20 * MIB, note: NOT_BY_ADDRESS },
			{ measure: 'videoBytes', max: 50 * MIB, mayBeAccepted: true },
			NOT_HEVC,
		],
	}),
	defineNetwork('Threads', 'threads', {
		color: '#101010',
		maxLength: 500,
		fetchesFiles: true,
		rules: [
			{ measure: 'emojiBytes', max: 500 },
			{ measure: 'bytes', max: 500, mayBeAccepted: true },
			{ measure: 'links', max: 5 },
			{ measure: 'files', max: 20 },
			{ measure: 'pictureType', noneOf: ['gif', 'webp'], note: 'Threads may refuse it' },
			{ measure: 'pictureBytes', max: 8 * MIB, mayBeAccepted: true },
			{ measure: 'elongation', max: 10, mayBeAccepted: true },
			{ measure: 'seconds', max: 300, mayBeAccepted: true },
			{ measure: 'fps', min: 23, max: 60, note: 'Threads may refuse it' },
			{ measure: 'videoWidth', max: 1920, note: 'Threads may refuse it' },
		],
	}),
	defineNetwork('VK', 'vk', {
		maxLength: 2048,
		rules: [{ measure: 'files', max: 10, note: 'the post may be lost, without an error' }],
	}),
];
