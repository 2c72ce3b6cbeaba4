import { getPickerMethodName } from '../../../nodes/Postiz/networks/settingFields';

test('names the methods of pickers as one word', () => {
	const picker = { channelTool: 'musicSearch' };
	expect(getPickerMethodName('tiktok-business', picker)).toBe('tiktokBusinessMusicSearch');
});
