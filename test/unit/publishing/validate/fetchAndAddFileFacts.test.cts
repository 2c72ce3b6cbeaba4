import type { MediaFile } from '../../../../nodes/Postiz/media/mediaFile';
import { createCondition, rejectIf } from '../../../../nodes/Postiz/networks/ruleBuilders';
import type { CustomRule, Rule } from '../../../../nodes/Postiz/networks/rules';
import { fetchAndAddFileFacts } from '../../../../nodes/Postiz/publishing/validate/fetchAndAddFileFacts';
import { createJpeg, createMp4, createPart, createPostWithRules } from './createPostWithRules.cjs';

const MB = 1_048_576;
const UNKNOWN: MediaFile = { extension: '' };

test.each<[Rule, MediaFile[], boolean[]]>([
	[{ measure: 'seconds', max: 60 }, [createJpeg(), createMp4(), UNKNOWN], [false, true, true]],
	[{ measure: 'pictureBytes', max: MB }, [createJpeg(), createMp4(), UNKNOWN], [true, false, true]],
	[{ measure: 'pictureType', noneOf: ['gif'] }, [createJpeg()], [false]],
	[{ measure: 'coversAfterEnd', max: 0 }, [createMp4()], [true]],
	[{ measure: 'files', max: 1 }, [createMp4()], [false]],
	[{ measure: 'pictureSizes', max: 1 }, [createJpeg()], [false]],
	[{ measure: 'pictureSizes', max: 1 }, [createJpeg(), createJpeg()], [true, true]],
	[{ measure: 'pictureBytes', in: 'laterParts' }, [createJpeg()], [false]],
])('opens only the files that %j needs', async (rule, files, opened) => {
	const post = createPostWithRules([rule], { parts: [createPart('Tea', ...files)] });
	const inspectAndAddFacts = async (file: MediaFile) => await Promise.resolve({ ...file, fps: 7 });
	const { parts } = await fetchAndAddFileFacts(post, { inspectAndAddFacts });
	expect(parts.flatMap((own) => own.files.map(({ fps }) => fps === 7))).toEqual(opened);
});

test.each<[Partial<CustomRule>, string[]]>([
	[{}, []],
	[{ settingFile: 'cover' }, ['cover']],
	[{ settingFile: 'cover', when: createCondition('in a story', 'post_type', 'story') }, []],
])('opens only the files of settings that a rule with %j checks', async (options, opened) => {
	const post = createPostWithRules([rejectIf('Cover', 'is wrong', () => false, options)], {
		settingFiles: { cover: createJpeg(), image: createJpeg() },
	});
	const inspectAndAddFacts = async (file: MediaFile) =>
		await Promise.resolve({ ...file, isRotated: true });
	const { settingFiles } = await fetchAndAddFileFacts(post, { inspectAndAddFacts });
	const isOpened = ([, file]: [string, MediaFile]) => file.isRotated === true;
	expect(Object.keys(settingFiles)).toEqual(['cover', 'image']);
	expect(
		Object.entries(settingFiles)
			.filter(isOpened)
			.map(([key]) => key),
	).toEqual(opened);
});
