import type { WordPress } from './open-wordpress.ts';

export const THEMES = { block: 'twentytwentyfour', classic: 'plain' } as const;
export type Theme = keyof typeof THEMES;

const ARTICLE = `<!-- wp:paragraph --><p>Twice a day the sea takes the road away, and twice a day it gives it back.</p><!-- /wp:paragraph -->
<!-- wp:more --><!--more--><!-- /wp:more -->
<!-- wp:paragraph --><p>Who waits at the barrier has time to read all of this.</p><!-- /wp:paragraph -->`;
/** For everybody, with the list's popup at its end. */
const FERRIES =
  '<!-- wp:paragraph --><p>The last boat is at 18:40.</p><!-- /wp:paragraph -->[newsstand_mailing_list_popup list_tag="letter" after="1"]';
/** Goods amid words, as an author puts them there. */
const GOODS = [
  '[newsstand_checkout_add item="sized-product" ref="prd:last-boat-tee"]',
  '[newsstand_checkout_product slug="last-boat-tee"]',
  '[newsstand_mailing_list_form list_tag="letter"]',
].join('<!-- wp:paragraph --><p>What the harbour sells, and what is left of it.</p><!-- /wp:paragraph -->');
/** Links of the menu: what they say, and where they lead (newsstand/includes/menus.php). */
const MENU = [
  ['Store', '/store/'],
  ['Subscribe', '/subscribe/'],
  ['Log in', '#newsstand-login'],
  ['Cart', '#newsstand-cart'],
] as const;

/**
 * What a publisher does in ten minutes (docs/guide-wordpress.md): the plugin, its settings, its pages, a menu, and
 * three articles, of which /tides/ is for subscribers, /ferries/ and /goods/ for all. Done once, it may be done again.
 */
export const makeSite = (wordpress: WordPress, { loader, api, theme }: { loader: string; api: string; theme: Theme }): Promise<string> =>
  wordpress.run(`
    require_once ABSPATH . 'wp-admin/includes/plugin.php';
    update_option('blogname', 'Exclave');
    update_option('permalink_structure', '/%postname%/');
    activate_plugin('newsstand/newsstand.php');
    switch_theme('${THEMES[theme]}');
    wp_set_password('password', 1);
    update_option('newsstand', Newsstand\\clean_settings(['loader' => '${loader}', 'api' => '${api}', 'calls' => 'plugin']));
    Newsstand\\create_pages();
    if (get_page_by_path('tides', OBJECT, 'post') === null) {
      $id = wp_insert_post(['post_status' => 'publish', 'post_name' => 'tides', 'post_title' => 'Tides', 'post_content' => base64_decode('${base64(ARTICLE)}')]);
      update_post_meta($id, Newsstand\\FOR_SUBSCRIBERS, '1');
      wp_insert_post(['post_status' => 'publish', 'post_name' => 'ferries', 'post_title' => 'Ferries', 'post_content' => base64_decode('${base64(FERRIES)}')]);
      wp_insert_post(['post_status' => 'publish', 'post_name' => 'goods', 'post_title' => 'Goods', 'post_content' => base64_decode('${base64(GOODS)}')]);
      wp_insert_post(['post_type' => 'wp_navigation', 'post_status' => 'publish', 'post_title' => 'Main', 'post_content' => base64_decode('${base64(navigation)}')]);
      $menu = wp_create_nav_menu('Main');
      foreach (json_decode(base64_decode('${base64(JSON.stringify(MENU))}')) as [$title, $url]) {
        wp_update_nav_menu_item($menu, 0, ['menu-item-title' => $title, 'menu-item-url' => $url, 'menu-item-status' => 'publish']);
      }
    }
    // A theme has places of its own for menus.
    set_theme_mod('nav_menu_locations', ['primary' => wp_get_nav_menu_object('Main')->term_id]);
    echo 'made';`);

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const navigation = MENU.map(([label, url]) => `<!-- wp:navigation-link ${JSON.stringify({ label, url, kind: 'custom' })} /-->`).join('\n');
