<?php
// Products and issues in WordPress's own sitemap; the pages that are one reader's are left out of it.

declare(strict_types=1);

namespace Newsstand;

defined('ABSPATH') || exit;

add_action('init', function (): void {
    wp_register_sitemap_provider('newsstand', new class extends \WP_Sitemaps_Provider {
        public function __construct()
        {
            $this->name = 'newsstand';
            $this->object_type = 'newsstand';
        }

        /** The API names its own addresses; here they are those of this site. */
        public function get_url_list($page_num, $object_subtype = ''): array
        {
            $answer = ask_api('/api/html/sitemap.xml');
            $found = $answer === null ? 0 : preg_match_all('~<loc>([^<]+)</loc>(?:<lastmod>([\d-]+)</lastmod>)?~', wp_remote_retrieve_body($answer), $urls);
            if (!$found || $page_num > 1) return [];
            $here = array_map(fn(string $url): ?string => good_address(html_entity_decode($url, ENT_XML1)), $urls[1]);
            $found = [];
            foreach ($urls[0] as $at => $whole) {
                if ($here[$at] === null) continue;
                $found[] = ['loc' => $here[$at]] + ($urls[2][$at] === '' ? [] : ['lastmod' => $urls[2][$at]]);
            }
            return $found;
        }

        public function get_max_num_pages($object_subtype = ''): int
        {
            return page_ids() === [] ? 0 : 1;
        }
    });
});

add_filter('wp_sitemaps_posts_query_args', function (array $args, string $type): array {
    if ($type !== 'page') return $args;
    $many = array_column(RULES, 1);
    $hidden = array_filter(
        page_ids(),
        fn(string $path): bool => in_array('own', PAGES[$path][2] ?? [], true) || in_array($path, $many, true),
        ARRAY_FILTER_USE_KEY,
    );
    return ['post__not_in' => [...($args['post__not_in'] ?? []), ...array_values($hidden)]] + $args;
}, 10, 2);
