import { listPostFiles } from '../../../nodes/Postiz/posts/postFiles';

test('lists the files of the parts and the settings', () => {
	const parts = [{ files: ['cup'] }, { files: ['pot', 'tray'] }];
	expect(listPostFiles({ parts, settingFiles: { cover: 'shop' } })).toEqual([
		'cup',
		'pot',
		'tray',
		'shop',
	]);
});
