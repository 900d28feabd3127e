declare module "virtual:view-page" {
  /** For a `<script>` and a `<style>` of the page. */
  export const script: string;
  export const style: string;
}
